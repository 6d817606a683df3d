/** What calls gave, as a loop shows it to those who plan the next ones or write the answer. */
import type { JsonObject } from '@gyre/core'
import { parseObject } from './json-object.ts'

export type WaveResult = {
  readonly id: string
  readonly tool: string
  readonly status: 'ok' | 'empty' | 'failed' | 'not-made'
  readonly text: string
  /** Shown only where a part of another result stands in them. */
  readonly args: JsonObject | undefined
}

export type WaveResults = ReadonlyMap<string, WaveResult>

const noResults: WaveResults = new Map()

const shown =
  /^Call `([^`\n]+)` of (\S+?)(?:, planned as `[^`\n]+`, [^\n]*?,)? (gave nothing|gave|failed|was not made)(?: \([^\n]*\))?:\n<untrusted from="[^"\n]*">\n(?:\[Warning: .*\]\n)?([\s\S]*?)\n<\/untrusted>/gm

const statuses: Readonly<Record<string, WaveResult['status']>> = {
  gave: 'ok',
  'gave nothing': 'empty',
  failed: 'failed',
  'was not made': 'not-made',
}

/** By their ids. */
export function waveResults(results: string | undefined): WaveResults {
  if (!results?.includes('Call `')) return noResults
  const found = [...results.matchAll(shown)].map(([, id = '', tool = '', said = '', text = '']) => {
    const [, written] = /^Arguments: (\{.*\})$/m.exec(text.split('\n', 1)[0] ?? '') ?? []
    const args = parseObject(written)
    const body = args ? text.slice(text.indexOf('\n') + 1) : text
    return { id, tool, status: statuses[said] ?? 'failed', text: body.trim(), args }
  })
  return new Map(found.map((result) => [result.id, result]))
}
