/** Whether who looks runs the server itself: its keys, its breakers, its MCP servers. */
import { useMe } from '../../api/me.ts'

/** As the server has it: an administrator of `local` whose key is not limited to some personas. */
export function useIsOperator(): boolean {
  const { owner, role, personas } = useMe()
  return owner === 'local' && role === 'admin' && personas === null
}

export const onlyOperators = 'Only administrators of the server may do this.'
