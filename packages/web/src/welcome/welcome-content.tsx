/** What a new user sees: what this is, one example for each loop, and how to connect a model. */
import { useQuery } from '@tanstack/react-query'
import { ConnectModel } from '../admin/models/connect-model.tsx'
import { useMay } from '../api/me.ts'
import { recentSessionsQuery } from '../api/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Contours } from './contours.tsx'
import { ExampleList, useRunExample } from './example-list.tsx'
import { examples } from './examples.ts'
import { LocalModels } from './local-models.tsx'

/** The one that shows most of what a page of numbers cannot. */
const showpiece = 'tree-of-thoughts'

export function WelcomeContent({ isDemo }: { readonly isDemo: boolean }) {
  const { run, running } = useRunExample()
  const mayRun = useMay('user')
  const mayConnect = useMay('admin')
  const example = examples.find(({ loop }) => loop === showpiece)
  return (
    <>
      <section className="hero">
        <Contours />
        <div className="relative">
          <h2>Thirteen loops. Pause, steer, fork and replay any of them.</h2>
          <p>{isDemo ? demoWords : realWords}</p>
          <div className="row wrap mt-4">
            <Button
              look="primary"
              icon="play"
              busy={running !== undefined}
              disabled={!mayRun || !example}
              onClick={() => example && run(example)}
            >
              Run an example
            </Button>
            <a className="btn" href="#connect">
              <Icon name="cpu" />
              {isDemo ? 'Connect a model' : 'Models'}
            </a>
          </div>
        </div>
      </section>
      <div className="split">
        <section aria-labelledby="examples">
          <div className="row mb-2.5">
            <h2 id="examples">One example per loop</h2>
            <span className="sm muted">{isDemo ? 'each runs offline' : 'asked of your model'}</span>
          </div>
          <ExampleList />
        </section>
        <div className="rail fr">
          <Card id="connect" title="Connect a model">
            {mayConnect ? (
              <div className="stack gap-4">
                <LocalModels />
                <div className="below-line">
                  <h3 className="m5">A provider's key, or an address of your own</h3>
                  <ConnectModel />
                </div>
              </div>
            ) : (
              <p className="sm soft">An administrator of this server connects models.</p>
            )}
          </Card>
          <FirstSteps isDemo={isDemo} />
        </div>
      </div>
    </>
  )
}

const demoWords =
  'No model is connected yet. Everything below runs now with the demo model, which needs no key and no network. Its answers come from rules, not from a language model; the steps, budgets and journal are real.'

const realWords =
  'A model is connected. Everything below asks it, and costs what it costs: each session shows how much.'

function FirstSteps({ isDemo }: { readonly isDemo: boolean }) {
  const { data: sessions = [] } = useQuery(recentSessionsQuery)
  const steps = [
    { words: 'The server runs, and keeps every session', isDone: true },
    { words: 'Run a first goal', isDone: sessions.length > 0 },
    { words: 'Connect a model', isDone: !isDemo },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card title="First steps">
      <ul className="todo">
        {steps.map((step) => (
          <li key={step.words} className={step.isDone ? 'done' : step === next ? 'now' : 'next'}>
            <Icon name={step.isDone ? 'check' : 'ring'} />
            <span>{step.words}</span>
            <small>{step.isDone ? 'done' : ''}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
