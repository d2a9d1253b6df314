// The domains that answer requests, listed by hand so that the list can be read.
import { routes as comments } from '#domains/comments/index.ts'
import { routes as tasks } from '#domains/tasks/index.ts'
import type { Routes } from '#http/route.ts'

export const routes: Routes = { ...comments, ...tasks }
