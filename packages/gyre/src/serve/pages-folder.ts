/** Where the web pages are, if they are installed: a server works without them. */
export async function pagesFolder(): Promise<string | undefined> {
  try {
    const pages = await import('@gyre/web')
    return pages.pagesFolder
  } catch {
    return undefined
  }
}
