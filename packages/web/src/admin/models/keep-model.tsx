/** Keeping a connection that works: the lines to write down, and making its model the default. */
import type { ShownProvider } from '../../api/models.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type Connection, keepingLines } from './keeping-lines.ts'
import { useDefaultModel } from './use-default-model.ts'

type KeepModelProps = {
  readonly connection: Connection
  readonly providers: readonly ShownProvider[]
  readonly onUsed?: () => void
}

export function KeepModel({ connection, providers, onUsed }: KeepModelProps) {
  const { environment, config } = keepingLines(connection, providers)
  const name = `${connection.provider}/${connection.model}`
  const { use, isBusy, isFixed, standard } = useDefaultModel()
  // A provider that the server does not know cannot be named in its settings.
  const isKnown = providers.some((each) => each.name === connection.provider)
  return (
    <div className="grid gap-2">
      {environment !== undefined && (
        <Lines about="In the environment of the server, with your key:" text={environment} />
      )}
      {config !== undefined && <Lines about="In gyre.config.ts:" text={config} />}
      {(environment ?? config) !== undefined && <p className="sm muted">Then start the server anew.</p>}
      {isKnown && (
        <div className="row wrap">
          <Button
            look="primary"
            busy={isBusy}
            disabled={isFixed || standard === name}
            onClick={() => use(name, onUsed)}
          >
            {standard === name ? 'Is the default' : 'Use as default'}
          </Button>
          <span className="sm muted">
            {isFixed ? 'The default is set in the config or the environment.' : `Saves default_model = ${name}.`}
          </span>
        </div>
      )}
    </div>
  )
}

function Lines({ about, text }: { readonly about: string; readonly text: string }) {
  return (
    <div className="grid gap-1">
      <p className="row sm">
        {about}
        <span className="sp" />
        <CopyButton text={text} label="Copy these lines" />
      </p>
      <pre className="code">{text}</pre>
    </div>
  )
}
