/** What is told of every session, ended or not: what `gyre run --json` prints. */
import type { SessionDefinition } from '../../kernel/session-view.ts'
import type { Runtime } from '../runtime.ts'
import { answeringModel } from './answering-model.ts'

/** What is told of a session when it ends or stops: what `gyre run --json` prints. */
export type RunObject = Awaited<ReturnType<typeof runObject>>

/** The same, of a session in the store. */
export async function runObject(runtime: Runtime, id: string) {
  const { rows, view } = await runtime.read(id)
  const definition = view.definition as SessionDefinition
  const { outcome, answer, gap, details, usage } = view
  const model = answeringModel(definition, rows)
  return {
    session: id,
    loop: definition.loop,
    persona: definition.persona?.name ?? null,
    model,
    outcome,
    answer,
    gap,
    details,
    usage,
  }
}
