/** Vaults: one of several gates is open, the others are walled up; behind it stand doors, and each word opens the next. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { hashText, stir } from './hash.ts'
import { nameOf, readName } from './names.ts'

export const gates = ['amber', 'birch', 'copper'] as const

export function openGate(vault: number): string {
  return gates[stir(vault ^ hashText('gate')) % gates.length] ?? gates[0]
}

/** Another gate than the open one. */
export function walledGate(vault: number, share: number): string {
  const walled = gates.filter((gate) => gate !== openGate(vault))
  return walled[Math.floor(share * walled.length)] ?? gates[0]
}

export function wordBehind(vault: number): string {
  return nameOf(stir(vault))
}

/** No two words have the same one behind them. */
export function nextWord(word: string): string | undefined {
  const read = readName(word)
  return read && nameOf(stir(read.number ^ hashText('door')))
}

const walledUp = 'is walled up: there is no way through'

export function isWalledUp(observation: string): boolean {
  return observation.includes(walledUp)
}

export const gateTool: Tool = defineTool({
  name: 'try_gate',
  description: 'Tries a gate of a vault.',
  input: z.object({ vault: z.number(), gate: z.string() }),
  effect: 'pure',
  trusted: true,
  run: ({ vault, gate }) => {
    if (gate !== openGate(vault)) return `The ${gate} gate of vault ${vault} ${walledUp}.`
    const word = wordBehind(vault)
    return toolOutput({ text: `Behind the ${gate} gate of vault ${vault} it says: ${word}`, data: { word } })
  },
})

export const doorTool: Tool = defineTool({
  name: 'open_door',
  description: 'Says a word to the next door, which answers with another.',
  input: z.object({ word: z.string() }),
  effect: 'pure',
  trusted: true,
  run: ({ word }) => {
    const next = nextWord(word)
    if (next === undefined) return `No door knows “${word}”.`
    return toolOutput({ text: `The door answers: ${next}`, data: { word: next } })
  },
})
