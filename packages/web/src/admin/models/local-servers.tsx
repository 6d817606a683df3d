/** Model servers that answer on this machine. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOperator } from '../../api/me.ts'
import { type LocalServer, localServersQuery } from '../../api/models.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { useDefaultModel } from './use-default-model.ts'

const names: Readonly<Record<string, string>> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
}

export function LocalServers() {
  const query = useQuery(localServersQuery)
  const look = (
    <Button mini look="ghost" icon="replay" busy={query.isFetching} onClick={() => void query.refetch()}>
      Look again
    </Button>
  )
  return (
    <Card title="On this machine" sub="no key needed" actions={look} flush>
      <Loaded query={query}>
        {(servers) => (
          <ul>
            {servers.map((server) => (
              <Server key={server.provider} server={server} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Server({ server: { provider, baseUrl, isAnswering, models } }: { readonly server: LocalServer }) {
  const [chosen, setChosen] = useState(models[0] ?? '')
  const isOperator = useIsOperator()
  const { use, isBusy, isFixed, standard } = useDefaultModel()
  const name = names[provider] ?? provider
  return (
    <li className="set">
      <div>
        <b className="m5">{name}</b>
        <small>
          <code>{baseUrl}</code>
        </small>
      </div>
      <div className="grid gap-1.5">
        <Tag tone={isAnswering ? 'ok' : 'idle'} icon={isAnswering ? 'done' : 'ring'}>
          {isAnswering ? `answers, ${plural(models.length, 'model')}` : 'does not answer'}
        </Tag>
        {models.length > 0 && (
          <div className="row">
            <select
              className="field"
              aria-label={`Model of ${name}`}
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
              mini
              busy={isBusy}
              disabled={!isOperator || isFixed || standard === chosen}
              title={isFixed ? 'The default is set in the config or the environment' : undefined}
              onClick={() => use(chosen)}
            >
              {standard === chosen ? 'In use' : 'Use'}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
