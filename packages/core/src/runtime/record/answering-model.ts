/** The model a session is told to have run with. */
import type { SessionDefinition } from '../../kernel/session-view.ts'
import type { JournalRow } from '../../ports/store.ts'

/** The author's, or the one that answered last in place of one that could not. */
export function answeringModel({ models }: SessionDefinition, rows: readonly JournalRow[]): string {
  const last = rows.findLast(({ kind, type }) => kind === 'generate' && type === 'step.finished')
  const { model } = JSON.parse(last?.data ?? '{}') as { readonly model?: string }
  return model === undefined || Object.values(models).includes(model) ? models.author : model
}
