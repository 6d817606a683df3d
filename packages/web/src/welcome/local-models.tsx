/** Model servers that answer on this machine: the shortest way to a model, as they need no key. */
import { useQuery } from '@tanstack/react-query'
import { LocalModelChoice, serverName } from '../admin/models/local-model-choice.tsx'
import { type LocalServer, localServersQuery } from '../api/models.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

export function LocalModels() {
  const { data, isFetching, refetch } = useQuery(localServersQuery)
  const found = data?.filter(({ isAnswering }) => isAnswering) ?? []
  const isNone = data !== undefined && found.length === 0
  return (
    <section className="stack gap-3" aria-label="On this machine">
      {found.map((server) => (
        <Found key={server.provider} server={server} />
      ))}
      {found.length === 0 && (
        <p className="sm soft" role="status">
          {isNone
            ? 'No model server answers on this machine. Start Ollama, LM Studio, llama.cpp or vLLM, then look again: it needs no key.'
            : 'Looking for model servers on this machine.'}
        </p>
      )}
      {isNone && (
        <div>
          <Button mini icon="replay" busy={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        </div>
      )}
    </section>
  )
}

function Found({ server }: { readonly server: LocalServer }) {
  const { models } = server
  return (
    <div className="grid gap-1.5">
      <p className="row">
        <span className="ok">
          <Icon name="done" />
        </span>
        <b className="m5">{serverName(server)} answers on this machine</b>
      </p>
      <p className="sm soft">
        {models.length === 0
          ? 'It has no model yet. Load one there, then look again.'
          : `${plural(models.length, 'model')}. No key is needed.`}
      </p>
      {models.length > 0 && <LocalModelChoice server={server} look="primary" />}
    </div>
  )
}
