// The texts of boards on other pages, in the language of the page if there are any.

import { catalogues } from "./own.js";

const [wanted] = document.documentElement.lang.toLowerCase().split("-");

export const language = wanted in catalogues ? wanted : "en";

export const texts = catalogues[language];
