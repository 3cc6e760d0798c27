// Runs before anything is drawn, so that the page does not change its colours.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("seedoku.theme") ?? '"auto"');
} catch {
  document.documentElement.dataset.theme = "auto";
}
