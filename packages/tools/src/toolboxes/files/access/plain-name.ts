/** Names as the most careless of disks compares them. */

/** Some take `.ENV`, or a name with an invisible character in it, for `.env`. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
}
