/** A persona that is being written, and saving it over what was read. */
import { ApiError } from '@gyre/server/client'
import { useState } from 'react'
import { useRollBackPersona, useSavePersona } from '../../api/persona-admin.ts'
import type { PersonaEntry } from '../../api/personas.ts'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { type PersonaDraft, textOfDraft } from './persona-draft.ts'

type Options = {
  readonly entry: PersonaEntry | undefined
  readonly begun: PersonaDraft | undefined
  readonly onSaved: (name: string) => void
}

export function usePersonaDraft({ entry, begun, onSaved }: Options) {
  const kept: PersonaDraft = entry?.persona ?? begun ?? {}
  const [draft, setDraft] = useState<PersonaDraft>()
  const version = entry?.version ?? null
  const [base, setBase] = useState(version)
  const saving = useSavePersona()
  const rolling = useRollBackPersona()
  const shown = draft ?? kept
  const isDraft = entry === undefined || (draft !== undefined && textOfDraft(draft) !== textOfDraft(kept))
  const discard = () => {
    saving.reset()
    setDraft(undefined)
    setBase(version)
  }
  const goBackTo = (name: string, to: number, undoTo: number | null) =>
    rolling.mutate(
      { name, version: to },
      {
        onSuccess: () => {
          discard()
          setBase(to)
          tell(`${name} is v${to} again`, undoTo === null ? undefined : () => goBackTo(name, undoTo, to))
        },
        onError: (error) => tellFailure('Going back', error),
      },
    )
  const save = (seen: number | null) => {
    const name = String(shown['name'])
    saving.mutate(
      { name, persona: shown as Parameters<typeof saving.mutate>[0]['persona'], seen },
      {
        onSuccess: (saved) => {
          setDraft(undefined)
          setBase(saved.version)
          tell(
            `${name} saved as v${saved.version}`,
            version === null ? undefined : () => goBackTo(name, version, saved.version),
          )
          onSaved(name)
        },
      },
    )
  }
  return {
    shown,
    isDraft,
    change: (next: PersonaDraft) => {
      // What it was begun from is what it is saved over.
      if (!draft) setBase(version)
      setDraft(next)
    },
    discard,
    save: () => save(base),
    saveOver: () => save(version),
    goBackTo: (to: number) => goBackTo(String(kept['name']), to, version),
    isSaving: saving.isPending,
    isConflict: isConflict(saving.error),
    error: saving.error,
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'version-conflict'
}
