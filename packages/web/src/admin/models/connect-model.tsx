/** Connecting a provider: its key is tried by one real request, and kept nowhere by the page. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useIsOperator } from '../../api/me.ts'
import { modelsQuery, type ShownProvider, useTryConnection } from '../../api/models.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/states.tsx'
import { ConnectFields, type Fields } from './connect-fields.tsx'
import { KeepModel } from './keep-model.tsx'
import { ReplyLine } from './model-reply.tsx'

const empty: Fields = { provider: 'openai', own: '', model: '', key: '', baseUrl: '' }

type ConnectModelProps = {
  /** It is the default now. */
  readonly onUsed?: () => void
}

/** The form, what came of it, and what to write down. It stands in a card or a dialog of whoever uses it. */
export function ConnectModel({ onUsed }: ConnectModelProps) {
  const [fields, setFields] = useState(empty)
  const connect = useTryConnection()
  const isOperator = useIsOperator()
  const overview = useQuery(modelsQuery).data
  const providers: readonly ShownProvider[] = overview?.providers ?? []
  const provider = fields.provider === '' ? fields.own.trim() : fields.provider
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { model, key, baseUrl } = fields
    const given = { ...(key.trim() !== '' && { key }), ...(baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }) }
    connect.mutate({ provider, model: model.trim(), ...given })
  }
  const change = (more: Partial<Fields>) => {
    connect.reset()
    setFields({ ...fields, ...more })
  }
  return (
    <form className="grid gap-3" onSubmit={submit} autoComplete="off">
      <fieldset className="form-grid plain" disabled={!isOperator}>
        <legend className="vh">Connection</legend>
        <ConnectFields fields={fields} onChange={change} providers={providers} models={overview?.models ?? []} />
      </fieldset>
      <div className="row wrap">
        <Button type="submit" icon="play" busy={connect.isPending} disabled={!isOperator}>
          Try it
        </Button>
        <span className="sm muted">
          {isOperator
            ? 'Asks for one sentence. The key goes to the provider and is not stored.'
            : 'For administrators of the server.'}
        </span>
      </div>
      {connect.error && <Failure error={connect.error} doing="Trying the connection" />}
      {connect.data && <ReplyLine reply={connect.data} />}
      {connect.data?.ok && (
        <KeepModel
          connection={{
            provider,
            model: fields.model.trim(),
            baseUrl: fields.baseUrl.trim(),
            hasKey: fields.key.trim() !== '',
          }}
          providers={providers}
          {...(onUsed && { onUsed })}
        />
      )}
    </form>
  )
}
