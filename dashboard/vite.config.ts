// How the dashboard is built: relative addresses, because the sub-path is only known when the server runs.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2024',
    // Nothing as a data: address, so that the policy need not allow it for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4_000,
    reportCompressedSize: false,
  },
  // `npm run dev:dashboard`: pages from here with hot reload, data from a service that runs.
  server: { port: 8002, proxy: { '/ui/api': 'http://127.0.0.1:8001' } },
})
