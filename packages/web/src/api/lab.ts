/** What `gyre lab` and `gyre eval` came to. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

type Result = InferResponseType<typeof api.lab.results.$get, 200>['results'][number]

export type LabResult = Extract<Result, { kind: 'lab' }>
export type EvalResult = Extract<Result, { kind: 'eval' }>
export type Claim = LabResult['report']['rows'][number]
export type Arm = EvalResult['report']['arms'][number]

export const resultsQuery = queryOptions({
  queryKey: ['lab', 'results'],
  queryFn: async () => (await (await api.lab.results.$get()).json()).results,
})
