// Starts the dashboard: words first, then the screen the address names.
import './trusted-html.ts'
import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import '@mantine/core/styles.layer.css'
import '#theme/tokens.css'
import '#theme/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/query-client.ts'
import { fillIn } from '#app/plain-http.ts'
import { router } from '#app/router.tsx'
import { startTexts } from '#app/start-texts.ts'
import { applyTasks, forgetTasks, refreshTasks } from '#features/tasks/data/task-cache.ts'
import { startLive } from '#live/live.ts'
import { cssVariables, mantineTheme } from '#theme/mantine-theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

// Code and keys are on most screens. Fetched with the first text that needs it, the font would change lines already drawn.
void document.fonts.load('13px "JetBrains Mono Variable"')

fillIn()
startLive(queryClient, { applyTasks, forgetTasks, refreshTasks })
await startTexts()

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
