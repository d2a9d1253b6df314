// A dashboard as the JSON that Grafana imports.
import type { Dashboard, Panel, Row } from './dashboards.ts'

/** Grafana's grid has 24 columns. */
const COLUMNS = 24
const HEIGHT = { chart: 8, stat: 4, row: 1 }
const MOST_IN_A_LINE = 5
/** Of the format of the file, not of Grafana. */
const SCHEMA_VERSION = 39

const datasource = { type: 'prometheus', uid: '${datasource}' }

export function dashboardFile(dashboard: Dashboard): string {
  return `${JSON.stringify(dashboardOf(dashboard), null, 2)}\n`
}

function dashboardOf({ uid, title, rows }: Dashboard): object {
  return {
    uid,
    title,
    tags: ['task-service'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: placeRows(rows),
  }
}

function placeRows(rows: readonly Row[]): object[] {
  const placed: object[] = []
  let y = 0
  for (const { title, panels } of rows) {
    placed.push({
      type: 'row',
      title,
      id: placed.length + 1,
      gridPos: { x: 0, y, w: COLUMNS, h: HEIGHT.row },
    })
    y += HEIGHT.row
    const inLine = panels.length > MOST_IN_A_LINE ? 3 : panels.length
    const width = Math.floor(COLUMNS / inLine)
    const height = panels.every(({ isStat }) => isStat) ? HEIGHT.stat : HEIGHT.chart
    for (const [index, panel] of panels.entries()) {
      const line = Math.floor(index / inLine)
      const gridPos = { x: (index % inLine) * width, y: y + line * height, w: width, h: height }
      placed.push({ ...panelOf(panel), id: placed.length + 1, gridPos })
    }
    y += Math.ceil(panels.length / inLine) * height
  }
  return placed
}

function panelOf({ title, unit, queries, isStat }: Panel): object {
  return {
    type: isStat ? 'stat' : 'timeseries',
    title,
    datasource,
    fieldConfig: { defaults: { unit, min: isStat ? undefined : 0 }, overrides: [] },
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr,
      legendFormat,
    })),
  }
}
