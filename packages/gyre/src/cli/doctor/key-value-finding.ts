/** The key-value server that several hosts share. */
import type { KeyValue } from '@gyre/core'
import { type Finding, faultOf, ok } from './finding.ts'

export type Connect = (url: string) => KeyValue & { close(): Promise<void> }

const check = 'key-value server'

/** Nothing is written there: one key is asked for. */
export async function keyValueFinding(url: string | undefined, connect: Connect): Promise<Finding> {
  if (url === undefined) return ok(check, 'none is set; the store does its work')
  let server: ReturnType<Connect> | undefined
  try {
    server = connect(url)
    await server.get('doctor')
    return ok(check, `${new URL(url).host} answers`)
  } catch (error) {
    return faultOf(check, error)
  } finally {
    // One that never answered cannot be left properly, either.
    await server?.close().catch(() => {})
  }
}
