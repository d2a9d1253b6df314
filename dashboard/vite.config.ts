// How the dashboard is built: relative addresses, because the sub-path is only known when the server runs.
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const packages = (...names: string[]) => new RegExp(`node_modules/(${names.join('|')})/`)

// What every screen needs, in two files instead of thirty: fewer requests, and text compresses better in one piece.
const groups = [
  {
    name: 'base',
    test: packages(
      'react',
      'react-dom',
      'scheduler',
      'use-sync-external-store',
      'i18next',
      'react-i18next',
      '@tanstack/(router-core|react-router|history|store|react-store|query-core|react-query)',
    ),
    priority: 3,
  },
  {
    name: 'kit',
    test: packages(
      '@mantine/hooks',
      '@mantine/core(?!/esm/(components/(Popover|Tooltip)|utils/Floating)/)',
      'react-remove-scroll',
      'clsx',
    ),
    // What few screens need comes with those.
    minShareCount: 20,
    priority: 2,
  },
  // Positions what opens over a screen. Loaded with the first part that does: see components/on-demand/drop-card.tsx.
  {
    name: 'floating',
    test: packages('@floating-ui/[a-z-]+', '@mantine/core'),
    minShareCount: 20,
    priority: 1,
  },
  // Small things that several screens share, in one file instead of twenty. Those that are left out bring half a library along.
  { name: 'icons', test: packages('@tabler/icons-react'), minShareCount: 3 },
  {
    name: 'shared',
    test: /dashboard\/src\/(features\/tasks\/(data|marks|edit|filters)|api|components(?!\/(fields\/password-field|surface\/(segments|side-panel)|code\/copy-icon))|lib|app)\//,
    minShareCount: 5,
  },
]

/** The server writes into the page where it lives; without the server it lives where the server would have it. */
const livesAtUi: Plugin = {
  name: 'lives-at-ui',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/ui/' }, injectTo: 'head-prepend' }],
}

const styleFiles = new Map<string, string>()

/** Shorter than the default, which adds the line of each class: scripts contain the names. One suffix for each file. */
function nameClass(name: string, file: string): string {
  const path = file.slice(file.lastIndexOf('/dashboard/src/')).replace(/\?.*/, '')
  const bytes = new TextEncoder().encode(path)
  const hash = bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619), 0)
  const suffix = (hash >>> 0).toString(36).slice(-4)
  const other = styleFiles.get(suffix) ?? path
  if (other !== path)
    throw new Error(`${path} and ${other} get the same suffix; rename one of them`)
  styleFiles.set(suffix, path)
  return `${name}-${suffix}`
}

export default defineConfig({
  base: './',
  css: { modules: { generateScopedName: nameClass } },
  plugins: [react(), livesAtUi],
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Nothing as a data: address, so that the policy need not allow it for scripts and fonts.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4_000,
    reportCompressedSize: false,
  },
  // `npm run dev:dashboard`: pages from here with hot reload, data from a service that runs.
  server: { port: 8002, proxy: { '/ui/api': 'http://127.0.0.1:8001' } },
})
