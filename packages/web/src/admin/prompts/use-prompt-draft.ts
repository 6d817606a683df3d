/** What is being written of a prompt, and saving it over what was read. */
import { ApiError } from '@gyre/server/client'
import { useState } from 'react'
import { type Prompt, useRollBackPrompt, useSavePrompt } from '../../api/prompts.ts'
import { tell, tellFailure } from '../../ui/toasts.tsx'

type Draft = {
  readonly text: string
  /** The version it was begun from. */
  readonly base: number | null
}

export function usePromptDraft(prompt: Prompt) {
  const { id, text: kept, version } = prompt
  const [draft, setDraft] = useState<Draft>()
  const saving = useSavePrompt()
  const rolling = useRollBackPrompt()
  const text = draft?.text ?? kept
  const isDraft = draft !== undefined && draft.text !== kept
  const discard = () => {
    saving.reset()
    setDraft(undefined)
  }
  const goBack = (to: number | null, said: string) => {
    const onError = (error: unknown) => tellFailure('Going back', error)
    const onSuccess = () => {
      discard()
      tell(said, () => goBack(version, `${id} is as it was`))
    }
    // An empty text is the default: it is saved as a version of its own.
    if (to === null) saving.mutate({ id, text: '' }, { onError, onSuccess })
    else rolling.mutate({ id, version: to }, { onError, onSuccess })
  }
  const save = (seen: number | null) =>
    saving.mutate(
      { id, text, seen },
      {
        onSuccess: (saved) => {
          setDraft(undefined)
          tell(`${id} saved as v${saved.version}`, () => goBack(version, `${id} is as it was`))
        },
      },
    )
  return {
    text,
    isDraft,
    // The editor tells also of a text that it was given.
    setText: (next: string) => setDraft(next === kept ? undefined : { text: next, base: draft ? draft.base : version }),
    discard,
    save: () => save(draft?.base ?? null),
    saveOver: () => save(version),
    useDefault: () => goBack(null, `${id} is the default again`),
    goBackTo: (to: number) => goBack(to, `${id} is v${to} again`),
    isSaving: saving.isPending,
    isConflict: saving.error instanceof ApiError && saving.error.code === 'version-conflict',
    error: saving.error,
  }
}
