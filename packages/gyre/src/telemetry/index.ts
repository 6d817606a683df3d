/** Traces and metrics of sessions by OpenTelemetry, in a program of your own. */
export { type SessionTelemetryOptions, sessionTelemetry } from './session-telemetry.ts'
export type { Telemetry } from './telemetry.ts'
