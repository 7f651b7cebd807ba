/** Resolves when the styles that the first script requested have loaded or failed. */
export async function stylesLoaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  await Promise.all(
    [...links]
      .filter(({ sheet }) => !sheet)
      .map(
        (link) =>
          new Promise((done) => {
            link.addEventListener('load', done)
            link.addEventListener('error', done)
          }),
      ),
  )
}
