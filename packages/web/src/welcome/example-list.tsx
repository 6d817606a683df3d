/** One example for each loop: a click runs it, and shows it at work. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { loopsQuery } from '../api/loops.ts'
import { useMay } from '../api/me.ts'
import { Busy, Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import { type Example, examples } from './examples.ts'

/** Starts an example, and goes where it can be watched. */
export function useRunExample() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ loop, goal }: Example) => (await api.sessions.$post({ json: { loop, goal } })).json(),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['sessions'] })
      await navigate({ to: '/sessions/$session', params: { session: id } })
    },
    onError: (error) => tellFailure('Starting the example', error),
  })
}

export function ExampleList() {
  const { data: loops } = useQuery(loopsQuery)
  const run = useRunExample()
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
          disabled={!mayRun || run.isPending}
          title={mayRun ? undefined : 'A viewer cannot start sessions.'}
          onClick={() => run.mutate(example)}
        >
          <b>{example.loop}</b>
          <svg className="gl" viewBox="0 0 46 46" aria-hidden="true" focusable="false">
            <path d={example.glyph} />
          </svg>
          <span className="g">{example.goal}</span>
          <span className="ft">
            {run.isPending && run.variables.loop === example.loop ? <Busy small /> : <Icon name="play" small />}{' '}
            {loops?.find(({ name }) => name === example.loop)?.summary}
          </span>
        </button>
      ))}
    </div>
  )
}
