/** Model servers that answer on this machine. */
import { useQuery } from '@tanstack/react-query'
import { type LocalServer, localServersQuery } from '../../api/models.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { LocalModelChoice, serverName } from './local-model-choice.tsx'

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

function Server({ server }: { readonly server: LocalServer }) {
  const { baseUrl, isAnswering, models } = server
  return (
    <li className="set">
      <div>
        <b className="m5">{serverName(server)}</b>
        <small>
          <code>{baseUrl}</code>
        </small>
      </div>
      <div className="grid gap-1.5">
        <Tag tone={isAnswering ? 'ok' : 'idle'} icon={isAnswering ? 'done' : 'ring'}>
          {isAnswering ? `answers, ${plural(models.length, 'model')}` : 'does not answer'}
        </Tag>
        {models.length > 0 && <LocalModelChoice server={server} />}
      </div>
    </li>
  )
}
