export function SettingsScreen() {
  return <h1>SettingsScreen</h1>;
}
