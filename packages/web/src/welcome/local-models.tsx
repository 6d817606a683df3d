/** Model servers that answer on this machine: the shortest way to a model, as they need no key. */
import { useQuery } from '@tanstack/react-query'
import { LocalModelChoice, serverName } from '../admin/models/local-model-choice.tsx'
import { type LocalServer, localServersQuery } from '../api/models.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Failure } from '../ui/states.tsx'
import { localStanding } from './local-standing.ts'

export function LocalModels() {
  const { data, error, isFetching, refetch } = useQuery(localServersQuery)
  const { answering, words, isNoneUsable } = localStanding(data, error !== null)
  const lookAgain = () => void refetch()
  return (
    <section className="stack gap-3" aria-label="On this machine">
      {answering.map((server) => (
        <Found key={server.provider} server={server} />
      ))}
      {words !== undefined && (
        <p className="sm soft" role="status">
          {words}
        </p>
      )}
      {error && <Failure error={error} doing="Looking for model servers" onRetry={lookAgain} />}
      {isNoneUsable && !error && (
        <div>
          <Button mini icon="replay" busy={isFetching} onClick={lookAgain}>
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
