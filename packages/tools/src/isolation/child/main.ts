/** The process that isolated code runs in: a warden on a thread of its own, and the code. */
import { isMainThread } from 'node:worker_threads'
import { serve } from './serve.ts'
import { watch } from './warden.ts'

if (isMainThread) await serve()
else watch()
