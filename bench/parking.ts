/** Where runs wait together in the middle of their task, so that what they hold meanwhile can be weighed. */
import { setTimeout as sleep } from 'node:timers/promises'

const waiting: (() => void)[] = []

export function park(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve))
}

export async function allParked(runs: number): Promise<void> {
  while (waiting.length < runs) await sleep(5)
}

export function letGo(): void {
  for (const go of waiting.splice(0)) go()
}
