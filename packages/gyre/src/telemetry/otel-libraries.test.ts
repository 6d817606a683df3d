import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** Calls `telemetryOf` in a process of its own, and answers with the packages of OpenTelemetry that it asked for. */
async function askedFor(env: object): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const asked = new Set()
    registerHooks({ resolve: (name, context, next) => { asked.add(name); return next(name, context) } })
    const { telemetryOf } = await import(${JSON.stringify(new URL('telemetry.ts', import.meta.url))})
    const telemetry = await telemetryOf(${JSON.stringify(env)}, { version: '1.0.0' })
    await telemetry?.close()
    console.log(JSON.stringify([...asked].filter((name) => name.startsWith('@opentelemetry/exporter'))))`
  const args = ['--conditions=@gyre/source', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as readonly string[]
}

describe('the packages of OpenTelemetry', () => {
  it('are not loaded while telemetry is off', async () => {
    expect(await askedFor({})).toEqual([])
  })

  it('are loaded when telemetry is on', async () => {
    const asked = await askedFor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    expect(asked.toSorted()).toEqual([
      '@opentelemetry/exporter-metrics-otlp-http',
      '@opentelemetry/exporter-trace-otlp-http',
    ])
  })
})
