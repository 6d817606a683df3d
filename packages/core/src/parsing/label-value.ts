/** Where the value of a label ends: its first line, or the JSON it holds. */
import { readJson } from './json-reader.ts'
import type { Marker } from './reply-text.ts'

/** The first line of a value. */
export function lineAt(text: string, start: number): string {
  return (
    text
      .slice(start, start + 200)
      .trim()
      .split(/[\r\n]/, 1)[0] ?? ''
  )
}

/** Texts of a file may hold lines that look like labels: reading beyond one is tried, but not for ever. */
const maxReadsBeyond = 8

export function inputReader(text: string): { endOf(marker: Marker, next: number): number } {
  let readsLeft = maxReadsBeyond
  return {
    /** Where an input ends if labels inside its strings do not count: 0 if it holds none. */
    endOf({ valueStart }, next) {
      if (next >= text.length || readsLeft === 0 || isComplete(text.slice(0, next), valueStart)) return 0
      readsLeft--
      const reading = readJson(text, valueStart)
      return reading.ok && typeof reading.value === 'object' && reading.cut === 'nothing' ? reading.end : 0
    },
  }
}

function isComplete(text: string, start: number): boolean {
  const reading = readJson(text, start)
  return reading.ok && reading.cut === 'nothing'
}
