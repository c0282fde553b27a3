#!/usr/bin/env python3
"""Reads projects of Xcode with another program's reader: each name in them leads to something, each folder is there."""

import pathlib
import re
import sys

from pbxproj import XcodeProject

failures = 0
for folder in map(pathlib.Path, sys.argv[1:]):
    path = folder / "project.pbxproj"
    objects = XcodeProject.load(str(path)).objects
    known = set(objects.get_keys())
    text = path.read_text()
    problems = [f"{name} is no object" for name in set(re.findall(r"\b[0-9A-F]{24}\b", text)) - known]
    settings = [objects[key].buildSettings for key in known if objects[key].isa == "XCBuildConfiguration"]
    places = [objects[key].path for key in known if objects[key].isa == "PBXFileSystemSynchronizedRootGroup"]
    places += [objects[key].relativePath for key in known if objects[key].isa == "XCLocalSwiftPackageReference"]
    places += [setting["INFOPLIST_FILE"] for setting in settings if "INFOPLIST_FILE" in setting]
    problems += [f"there is no {place}" for place in places if not (folder.parent / place).exists()]
    package = (folder.parent / "../../../../Package.swift").read_text()
    products = [
        objects[key].productName.removeprefix("plugin:") for key in known
        if objects[key].isa == "XCSwiftPackageProductDependency"]
    problems += [f"there is no product {name}" for name in products if f'(name: "{name}", targets' not in package]
    if len(places) < 4 or len(products) < 3:
        problems.append("too little was found")
    for problem in problems:
        print(f"{path}: {problem}")
    failures += len(problems)
    print(f"{path}: {len(known)} objects")
sys.exit(failures > 0)
