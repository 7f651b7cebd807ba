// The pages there are, as the server's menu names them.

const escaped = (path) => path.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '')

function pagesOf(rules) {
  return rules.flatMap((rule) => [
    ...(rule.type === 'menu' && (rule.menu_type ?? 'tab') === 'tab'
      ? [{ rule: rule.name, name: escaped(rule.name), path: `/admin/${rule.path || rule.name}` }]
      : []),
    ...pagesOf(rule.children ?? []),
  ])
}

/** Asks the back office as whoever is signed in on the page. */
export function call(page, method, path, body) {
  return page.evaluate(
    async ({ method, path, body }) => {
      const { token } = JSON.parse(localStorage.getItem('adminInfo') ?? '{}')
      const answer = await fetch(path, {
        method,
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          server: 'true',
          'think-lang': 'en',
          batoken: token,
        },
        body: body && JSON.stringify(body),
      })
      return answer.json()
    },
    { method, path, body },
  )
}

/** Every page of the menus of who is signed in. */
export async function menuPages(page) {
  const { data } = await call(page, 'GET', '/admin/Index/index')
  return pagesOf(data.menus)
}
