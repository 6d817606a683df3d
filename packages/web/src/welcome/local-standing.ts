/** What there is to tell of the model servers on this machine. */
import type { LocalServer } from '../api/models.ts'

type LocalStanding<S> = {
  readonly answering: readonly S[]
  /** Said while none answers. */
  readonly words: string | undefined
  /** Something has to be done on the machine first, and looked for again. */
  readonly isNoneUsable: boolean
}

/** Of servers that were looked for; undefined while that goes on, or when it failed. */
export function localStanding<S extends Pick<LocalServer, 'isAnswering' | 'models'>>(
  servers: readonly S[] | undefined,
  hasFailed: boolean,
): LocalStanding<S> {
  if (!servers) {
    const words = hasFailed ? undefined : 'Looking for model servers on this machine.'
    return { answering: [], words, isNoneUsable: false }
  }
  const answering = servers.filter(({ isAnswering }) => isAnswering)
  return {
    answering,
    words: answering.length === 0 ? noneAnswers : undefined,
    isNoneUsable: answering.every(({ models }) => models.length === 0),
  }
}

const noneAnswers =
  'No model server answers on this machine. Start Ollama, LM Studio, llama.cpp or vLLM, then look again: it needs no key.'
