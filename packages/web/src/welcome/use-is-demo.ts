/** Whether nobody has connected a model yet: then the demo model answers. */
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../api/models.ts'

/** While it is not known, nothing is said of a demo. */
export function useIsDemo(): boolean {
  const { data } = useQuery({ ...modelsQuery, select: (models) => models.default })
  return data?.name.startsWith('demo/') ?? false
}
