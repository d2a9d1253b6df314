// The Python package in a new environment: installed from its file, and used with a service.
import { dirname, join } from 'node:path'
import { findBuildBackend } from '../../packing/python-backend.ts'
import { runOffline } from './offline.ts'

/** An empty folder, and the service to use. */
export type Place = {
  folder: string
  version: string
  url: string
  key: string
  databaseUrl: string
}

const PROGRAM = `
import os, pathlib, task_service
from task_service import TaskService
folder = pathlib.Path(task_service.__file__).parent
assert "site-packages" in str(folder) and (folder / "py.typed").exists()
client = TaskService(os.environ["TASKS_URL"], api_key=os.environ["TASKS_KEY"])
task = client.tasks.create(title="From Python")
done = client.tasks.update(task["id"], status="completed", if_match=task["version"])
assert any(one["id"] == task["id"] for one in client.tasks.list(status=["completed"]))
print(task_service.__version__, done["status"])
`

export async function usePython(file: string, place: Place): Promise<void> {
  const { folder, version, url, key } = place
  await runOffline('python3', ['-m', 'venv', 'python'], { cwd: folder })
  const python = join(folder, 'python/bin/python')
  // A source distribution is built first, with the build backend of the cache.
  const sources = `--find-links=${dirname(findBuildBackend())}`
  await runOffline(python, ['-m', 'pip', 'install', '--quiet', sources, file], { cwd: folder })
  const env = { TASKS_URL: url, TASKS_KEY: key }
  const printed = await runOffline(python, ['-c', PROGRAM], { cwd: folder, env })
  if (printed !== `${version} completed\n`) throw new Error(`the program printed ${printed}`)
}
