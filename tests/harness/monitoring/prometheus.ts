// A real Prometheus that scrapes processes of the service and evaluates rules.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import type { RuleGroup } from '../../../tools/monitoring/rules.ts'
import { findFreePort } from '../free-port.ts'
import { findProgram } from './promtool.ts'

export type FiringAlert = { alertname: string; severity: string }

export type Prometheus = {
  /** Alerts that fire now. */
  listFiring: () => Promise<FiringAlert[]>
  stop: () => Promise<void>
}

export type PrometheusOptions = {
  /** Ports of metrics, whether the processes run or not. */
  targets: readonly number[]
  groups: readonly RuleGroup[]
  /** Of scrapes and evaluations, such as `500ms`. */
  interval: string
}

const START_MS = 60_000

export async function startPrometheus(options: PrometheusOptions): Promise<Prometheus> {
  const { targets, groups, interval } = options
  const folder = mkdtempSync(join(tmpdir(), 'task-service-prometheus-'))
  const port = await findFreePort()
  const config = {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: ['rules.yaml'],
    scrape_configs: [
      {
        job_name: 'task-service',
        static_configs: [{ targets: targets.map((target) => `127.0.0.1:${target}`) }],
      },
    ],
  }
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config))
  writeFileSync(join(folder, 'rules.yaml'), stringify({ groups }, { lineWidth: 0 }))
  const args = [
    `--config.file=${join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ]
  const child = spawn(findProgram('prometheus'), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (const end = Date.now() + START_MS; !(await isReady(url)); await sleep(100)) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`Prometheus does not start: ${errors}`)
  }
  return {
    listFiring: () => listFiring(url),
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function listFiring(url: string): Promise<FiringAlert[]> {
  const query = new URLSearchParams({
    query: 'group by (alertname, severity) (ALERTS{alertstate="firing"})',
  })
  const response = await fetch(`${url}/api/v1/query?${query.toString()}`)
  if (!response.ok) throw new Error(`Prometheus: ${response.status} ${await response.text()}`)
  const { data } = (await response.json()) as { data: { result: { metric: FiringAlert }[] } } // of its API
  return data.result.map(({ metric }) => metric)
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/-/ready`)).ok
  } catch {
    return false
  }
}
