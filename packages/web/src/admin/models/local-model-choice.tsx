/** The models of a server on this machine, and one click to use one of them. */
import { useState } from 'react'
import { useIsOperator } from '../../api/me.ts'
import type { LocalServer } from '../../api/models.ts'
import { Button } from '../../ui/button.tsx'
import { useDefaultModel } from './use-default-model.ts'

const names: Readonly<Record<string, string>> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
}

export function serverName({ provider }: Pick<LocalServer, 'provider'>): string {
  return names[provider] ?? provider
}

type LocalModelChoiceProps = { readonly server: LocalServer; readonly look?: 'primary' }

export function LocalModelChoice({ server, look }: LocalModelChoiceProps) {
  const { provider, models } = server
  const [chosen, setChosen] = useState(models[0] ?? '')
  const isOperator = useIsOperator()
  const { use, isBusy, isFixed, standard } = useDefaultModel()
  return (
    <div className="row wrap">
      <select
        className="field"
        aria-label={`Model of ${serverName(server)}`}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {models.map((model) => (
          <option key={model} value={model}>
            {model.slice(provider.length + 1)}
          </option>
        ))}
      </select>
      <Button
        {...(look ? { look } : { mini: true })}
        busy={isBusy}
        disabled={!isOperator || isFixed || standard === chosen}
        onClick={() => use(chosen)}
      >
        {standard === chosen ? 'In use' : 'Use'}
      </Button>
      {isFixed && <small className="muted">The default is set in the config or the environment.</small>}
    </div>
  )
}
