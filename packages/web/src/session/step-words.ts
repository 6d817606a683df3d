/** A step by name, where a path would say more than anybody wants to read. */

/** `prepare` of `round#1[0]/step#1/reason-step/prepare#1`, `think 2` of `think#2`, `act 1, call 2` of `act#1[1]`. */
export function stepWords(path: string): string {
  const last = path.split('/').at(-1) ?? ''
  const [, name = last, number = '1', branch] = /^(.+?)(?:#(\d+)(?:\[(\d+)\])?)?$/.exec(last) ?? []
  const words = name.replaceAll(/[-_]/g, ' ')
  const counted = number === '1' ? words : `${words} ${number}`
  if (counted === '') return 'the beginning'
  return branch === undefined || branch === '0' ? counted : `${counted}, call ${Number(branch) + 1}`
}

/** `round, branch 1` of `round#1[0]`. */
export function branchWords(path: string): string {
  const [, whole = path, branch] = /^(.*)\[(\d+)\]$/.exec(path) ?? []
  return branch === undefined ? stepWords(path) : `${stepWords(whole)}, branch ${Number(branch) + 1}`
}
