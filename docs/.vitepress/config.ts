import { defineConfig } from 'vitepress'
import { anchorOf, leadLinks } from './links.ts'
import { pageFiles, placeOf, sidebar } from './pages.ts'

/** The site of the docs: the Markdown of the repository, as it is. */
export default defineConfig({
  title: 'Gyre',
  description: 'A durable runtime for agentic loops, in TypeScript.',
  lang: 'en-GB',
  // Some of its pages stand at the root of the repository.
  srcDir: '..',
  srcExclude: ['!(docs)/**/*.md'],
  rewrites: Object.fromEntries(pageFiles.map((file) => [file, placeOf(file)])),
  cacheDir: '../node_modules/.cache/vitepress',
  markdown: { anchor: { slugify: anchorOf }, config: leadLinks },
  // The index of the search is one file, which is loaded with the first search.
  vite: { build: { chunkSizeWarningLimit: 3000 } },
  themeConfig: {
    sidebar: sidebar().map((group) => ({ ...group, items: [...group.items] })),
    nav: [
      { text: 'Start', link: '/concepts' },
      { text: 'Loops', link: '/loops/choosing' },
      { text: 'Reference', link: '/reference/api/' },
    ],
    search: { provider: 'local' },
    outline: { level: [2, 3] },
  },
})
