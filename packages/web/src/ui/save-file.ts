/** Gives a text to the person as a file. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }))
  saveAddress(address, name)
  URL.revokeObjectURL(address)
}

/** Gives what is at an address to the person as a file. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
