/** Gyre from elsewhere: a typed client of its HTTP API, for programs and browsers. */
export type { InferRequestType, InferResponseType } from 'hono/client'
export { ApiError } from './api-error.ts'
export { type ClientOptions, type GyreClient, gyreClient } from './gyre-client.ts'
export { type SnapshotEvent, type WatchOptions, type WatchRetry, watchSession } from './watch-session.ts'
