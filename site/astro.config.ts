// How the pages of docs/ become a website. `npm run build -- docs` runs it after preparing the pages.
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { buildSidebar } from './sidebar.ts'

export default defineConfig({
  // Links are made relative after the build, so that the site works below any path.
  base: '/docs',
  trailingSlash: 'always',
  // Pictures are stored in the size in which they are shown.
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Task Service',
      logo: { src: '../dashboard/src/theme/icon.svg', alt: '' },
      favicon: '/icon.svg',
      customCss: ['./src/site.css'],
      sidebar: buildSidebar(),
      pagination: true,
      lastUpdated: false,
      credits: false,
      expressiveCode: {
        shiki: { langAlias: { haproxy: 'ini' } },
        themes: ['github-dark-default', 'github-light-default'],
        // Commands are copied, not read as windows; long lines are readable on a phone.
        defaultProps: { frame: 'none', wrap: true },
        styleOverrides: {
          borderRadius: '0.5rem',
          codeFontSize: '0.8125rem',
          frames: { shadowColor: 'transparent' },
        },
      },
    }),
  ],
})
