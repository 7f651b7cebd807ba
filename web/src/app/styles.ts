/** The styles of this side, which the first script has asked for; one that does not come keeps nobody waiting. */
export async function stylesArrived(): Promise<void> {
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
