/** The library that speaks the protocol, loaded with the first server. */
import type * as Sdk from '@modelcontextprotocol/client'
import { loadLibrary } from '../../library.ts'

export type Library = typeof Sdk

export function loadSdk(): Promise<Library> {
  return loadLibrary('mcp', () => import('@modelcontextprotocol/client'))
}
