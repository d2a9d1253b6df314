// The layers of the dashboard: app → features → components → live, lib and api. A feature has everything about one domain.
import type { ModuleRow } from '../rule-types.ts'
import { featureEdges } from './feature-edges.ts'

const texts = ['i18next', 'react-i18next']
const screens = ['react', ...texts, '@mantine/*', '@tabler/*', '@tanstack/*']

const layer = { bundled: true, builtins: false } as const

export const dashboardModules: readonly ModuleRow[] = [
  {
    ...layer,
    module: 'dashboard/theme',
    path: 'dashboard/src/theme',
    mayImport: [],
    packages: ['@mantine/*'],
    why: 'colors, spacing and type are used everywhere and depend on nothing',
    instead: 'put the component into dashboard/src/components',
  },
  {
    ...layer,
    module: 'dashboard/words',
    path: 'dashboard/src/words',
    mayImport: [],
    packages: texts,
    why: 'texts are loaded before any screen and depend on none',
    instead: 'format the value where it is shown and pass it into the text',
  },
  {
    ...layer,
    module: 'dashboard/api',
    path: 'dashboard/src/api',
    mayImport: ['types of contract'],
    packages: ['@tanstack/*'],
    why: 'the client of the API and the queries that every screen uses work without any screen',
    instead: 'put the query of one domain into its feature',
  },
  {
    ...layer,
    module: 'dashboard/lib',
    path: 'dashboard/src/lib',
    mayImport: [],
    packages: ['react', ...texts, '@tabler/*', '@tanstack/*'],
    why: 'lib has hooks and small functions that draw nothing and request nothing',
    instead: 'take the value as a parameter, or move the file up into the folder that needs it',
  },
  {
    ...layer,
    module: 'dashboard/live',
    path: 'dashboard/src/live',
    mayImport: ['dashboard/api', 'dashboard/lib', 'types of contract'],
    packages: ['react', '@tanstack/*', 'eventsource-parser'],
    why: 'the event feed serves every screen and knows none',
    instead: 'declare the function you need as a parameter type and let main.tsx pass it',
  },
  {
    ...layer,
    module: 'dashboard/components',
    path: 'dashboard/src/components',
    mayImport: ['dashboard/api', 'dashboard/lib', 'dashboard/live', 'types of contract'],
    packages: [...screens, 'react-markdown', 'remark-gfm'],
    why: 'a shared component knows no feature, so that every feature can use it',
    instead: 'take what you need as a property, or move the component into its feature',
  },
  {
    ...layer,
    module: 'dashboard/features',
    path: 'dashboard/src/features',
    each: true,
    siblings: featureEdges,
    mayImport: [
      'dashboard/api',
      'dashboard/components',
      'dashboard/lib',
      'dashboard/live',
      'dashboard/words',
      'types of contract',
    ],
    packages: [...screens, '@atlaskit/*', 'uplot'],
    why: 'a feature is loaded when its screen is opened, and app decides when that is',
    instead: 'move what several features need into components or lib',
  },
  {
    ...layer,
    module: 'dashboard/app',
    path: 'dashboard/src/app',
    mayImport: [
      'dashboard/api',
      'dashboard/components',
      'dashboard/features',
      'dashboard/lib',
      'dashboard/live',
      'dashboard/words',
      'types of contract',
    ],
    packages: screens,
    why: 'app has the frame and the routes, and so nothing below may import it',
    instead: 'move the code down into the feature it is about',
  },
  {
    ...layer,
    module: 'dashboard',
    path: 'dashboard',
    mayImport: [
      'dashboard/api',
      'dashboard/app',
      'dashboard/features',
      'dashboard/live',
      'dashboard/theme',
      'dashboard/words',
    ],
    packages: [
      'react',
      'react-dom',
      '@mantine/*',
      '@tanstack/*',
      '@fontsource-variable/*',
      '@vitejs/*',
      'vite',
    ],
    why: 'main.tsx starts the dashboard, a client of the public API like every other',
    instead: 'put the code into the layer it belongs to; main.tsx only connects',
  },
]
