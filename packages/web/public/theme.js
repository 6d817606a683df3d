// Before anything is drawn: a page in the wrong colours would flash.
{
  const root = document.documentElement
  const wanted = localStorage.getItem('gyre-theme')
  root.dataset.theme = wanted ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
}
