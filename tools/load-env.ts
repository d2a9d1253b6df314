// Loads `.env` of the working directory, if there is one. Unlike `--env-file-if-exists`, it prints nothing if there is none: the first
// command of the quickstart creates the file.
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
