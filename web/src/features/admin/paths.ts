/** Where the desk's fixed screens are. Typed as text, because the site's router knows only `/admin/$`. */
export const LOGIN: string = '/admin/admin-login';
export const DASHBOARD: string = '/admin/admin-dashboard';
