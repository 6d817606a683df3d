/** Whether nobody has connected a model yet: then the demo model answers. */
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../api/models.ts'

/** Undefined while it is not known. Where it cannot be known, nothing is said of a demo. */
export function useIsDemo(): boolean | undefined {
  const { data, isPending } = useQuery({ ...modelsQuery, select: (models) => models.default })
  return isPending ? undefined : (data?.name.startsWith('demo/') ?? false)
}
