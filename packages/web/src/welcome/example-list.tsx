/** One example for each loop: a click runs it, and shows it at work. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loopsQuery } from '../api/loops.ts'
import { useMay } from '../api/me.ts'
import { useStart } from '../api/start.ts'
import { Busy, Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import { type Example, examples } from './examples.ts'

/** Starts an example, and goes where it can be watched. */
export function useRunExample() {
  const navigate = useNavigate()
  const start = useStart()
  const run = ({ loop, goal }: Example) =>
    start.mutate(
      { loop, goal },
      {
        onSuccess: ({ id }) => void navigate({ to: '/sessions/$session', params: { session: id } }),
        onError: (error) => tellFailure('Starting the example', error),
      },
    )
  return { run, running: start.isPending ? start.variables.loop : undefined }
}

export function ExampleList() {
  const { data: loops } = useQuery(loopsQuery)
  const { run, running } = useRunExample()
  const mayRun = useMay('user')
  const known = loops?.filter(({ off }) => !off).map(({ name }) => name)
  const shown = examples.filter(({ loop }) => known?.includes(loop) ?? true)
  return (
    <div className="demo">
      {shown.map((example) => (
        <button
          key={example.loop}
          type="button"
          className={example.loop === 'auto' ? 'wide' : ''}
          disabled={!mayRun || running !== undefined}
          title={mayRun ? undefined : 'A viewer cannot start sessions.'}
          onClick={() => run(example)}
        >
          <b>{example.loop}</b>
          <svg className="gl" viewBox="0 0 46 46" aria-hidden="true" focusable="false">
            <path d={example.glyph} />
          </svg>
          <span className="g">{example.goal}</span>
          <span className="ft">
            {running === example.loop ? <Busy small /> : <Icon name="play" small />}{' '}
            {loops?.find(({ name }) => name === example.loop)?.summary}
          </span>
        </button>
      ))}
    </div>
  )
}
