// `npm run build` builds the dashboard, and `npm run build -- docs` the documentation. Options are those of the builders.
const [target] = process.argv.slice(2).filter((option) => !option.startsWith('--'))
if (target === undefined || target === 'dashboard') await import('./build-dashboard.ts')
else if (target === 'docs') await import('./build-site.ts')
else {
  console.error(`unknown target '${target}'; targets: dashboard, docs`)
  process.exitCode = 2
}
