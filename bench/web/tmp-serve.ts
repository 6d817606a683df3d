import { placeOf, serve } from '@gyre/server'
import { memoryStore, open } from 'gyre'
import { putLongSession } from '/work/main/packages/web/test/support/long-session.ts'
const store = memoryStore()
const runtime = open({ store })
const server = await serve(placeOf(runtime), { port: 4241, isOpen: true, pages: process.argv[2], rates: { perCaller: 1e9, failuresPerAddress: 1e9 } })
await putLongSession(store, 20); await putLongSession(store, 10000); await putLongSession(store, 10000, 'ses_many')
console.log(server.url)
