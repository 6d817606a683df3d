/** What a persona or a loop can do, in the words of AG-UI. */
import type { JsonObject } from '@gyre/core'
import type { Asker } from '../session/begin-session.ts'
import { targetNamed } from '../session/begin-session.ts'

export async function capabilitiesOf(asker: Asker, name: string, version: string): Promise<JsonObject> {
  const type = await targetNamed(asker, name)
  const { personas, loops } = asker.tenant.runtime
  const description =
    type === 'persona'
      ? (await personas.find(name))?.persona.description
      : loops.find((loop) => loop.name === name)?.summary
  return {
    identity: { name, type: `gyre.${type}`, ...(description && { description }), version, provider: 'gyre' },
    transport: { streaming: true, websocket: false, httpBinary: false, pushNotifications: false, resumable: false },
    tools: { supported: true, parallelCalls: true, clientProvided: true },
    output: { structuredOutput: false },
    state: { snapshots: true, deltas: true, memory: true, persistentState: true },
    multiAgent: { supported: true, delegation: true, handoffs: false },
    reasoning: { supported: true, streaming: true, encrypted: false },
    multimodal: { input: { image: true, audio: false, video: false, pdf: true, file: true } },
    humanInTheLoop: {
      supported: true,
      approvals: true,
      interventions: true,
      feedback: false,
      interrupts: true,
      approveWithEdits: true,
    },
  }
}
